/// A shader that compiles, as a tree in which everything is decided: names are resolved, every expression has its
/// type, conversions are spelled out, recursion is excluded.
package struct CheckedShader: Sendable {
  /// What a host calls.
  package enum Kind: Hashable, Sendable {
    /// `vec4 transition(vec2 uv)` after the GL Transition Specification, version 1.
    case transition
    /// `void main()`, which leaves the pixel's color in `output`.
    case fragment
  }

  /// What was read, for what is said later of a place in it.
  let source: SourceText
  package let kind: Kind
  /// All variables; a `Variable.ID` is an index here.
  package let variables: [Variable]
  /// All functions; a `Function.ID` is an index here.
  package let functions: [Function]
  /// The function a host calls: `transition`, whose one parameter is the position, or `main`.
  package let entry: Function.ID
  /// Global variables and constants in the order of the source, each to be initialized once a pixel, in this order,
  /// before `entry` runs. One without an initializer is zero.
  package let globals: [Global]
  /// The uniforms a host sets, in the order of the source; `progress` and `ratio` are not among them.
  package let parameters: [ShaderParameter]
  /// Inputs that a fragment shader declares by `varying` or `in`, such as `textureCoordinate`.
  package let inputs: [Variable.ID]
  /// The `vec4` in which `main` leaves the pixel's color; nil for a transition.
  package let output: Variable.ID?
  /// What the comments at the top say.
  package let header: ShaderHeader
  /// Warnings; there are no errors in a checked shader.
  package let warnings: [Diagnostic]
}

/// A global variable and its initial value.
package struct Global: Sendable {
  package let variable: Variable.ID
  package let initial: Expression?
}

/// What the comments at the top say, up to the first blank line: `// Author: …`, `// License: …` and one sentence.
package struct ShaderHeader: Hashable, Sendable {
  package var author: String?
  package var license: String?
  /// The first comment that is not one of `Key: value`.
  package var summary: String?

  package init(author: String? = nil, license: String? = nil, summary: String? = nil) {
    self.author = author
    self.license = license
    self.summary = summary
  }
}

/// A uniform a host sets.
///
///     uniform float waves; // = 30.0 in 0…100 across the picture: How many waves there are.
package struct ShaderParameter: Sendable {
  package let variable: Variable.ID
  package let name: String
  package let type: ShaderType
  /// The default's components, of the type's scalar, matrices by columns. Zeros where the source has none; none for
  /// a sampler.
  package let defaultValue: [Literal]
  /// The range the source states, for each component.
  package let range: ClosedRange<Double>?
  /// What a number counts, or an empty string: `across the picture`.
  package let unit: String
  /// One sentence, or an empty string.
  package let summary: String
  package let location: SourcePosition
}

/// A variable of any kind.
package struct Variable: Sendable {
  package typealias ID = Int

  /// Where the value comes from and lives.
  package enum Storage: Hashable, Sendable {
    /// Declared in a function; without an initializer its value is zero. Those without a name stand for intermediate
    /// values: they are assigned before they are read, and not declared.
    case local
    /// A function's parameter.
    case parameter
    /// Declared outside functions: see `CheckedShader.globals`.
    case global
    /// Set by the host, the same for all pixels.
    case uniform
    /// A fragment shader's `varying` or `in`.
    case input
    /// `gl_FragColor`, or what a fragment shader declares by `out`.
    case output
    /// `progress` of a transition: a float, the same for all pixels.
    case progress
    /// `ratio` of a transition: width / height, a float, the same for all pixels.
    case ratio
    /// `gl_FragCoord`: x and y of the pixel's center in pixels from the lower left corner, then 0 and 1.
    case fragCoord
  }

  package let id: ID
  package let name: String
  package let type: ShaderType
  package let storage: Storage
  /// Whether the source may not assign it.
  package let isConstant: Bool
  package let location: SourcePosition
}

/// A function with a body. Where a body ends without `return`, the result is zero.
package struct Function: Sendable {
  package typealias ID = Int

  /// A parameter, which is a variable of the function.
  package struct Parameter: Sendable {
    package let variable: Variable.ID
    package let direction: Direction
  }

  /// Which way an argument is copied.
  package enum Direction: Hashable, Sendable {
    /// Into the parameter at the call.
    case `in`
    /// From the parameter at the return; the parameter starts as zero.
    case out
    /// Both.
    case `inout`
  }

  package let id: ID
  package let name: String
  package let result: ShaderType
  package let parameters: [Parameter]
  package let body: [Statement]
  package let location: SourcePosition
}

/// A statement of a function's body.
package struct Statement: Sendable {
  package indirect enum Kind: Sendable {
    /// Makes a local variable anew, each time it is reached: the initial value, or zero.
    case declare(Variable.ID, initial: Expression?)
    case expression(Expression)
    case block([Statement])
    case `if`(Expression, then: [Statement], else: [Statement])
    case loop(Loop)
    /// Goes to the section with the label of the scalar `int` or `uint`, else to that of `default`, and on through
    /// the following ones until a `break`.
    case `switch`(Expression, [Section])
    /// Leaves the innermost loop or `switch`.
    case `break`
    /// Goes to the end of the innermost loop's turn.
    case `continue`
    case `return`(Expression?)
    /// Ends the pixel; its color is transparent black.
    case discard
  }

  package let kind: Kind
  package let location: SourcePosition
}

/// A `for`, `while` or `do` loop.
package struct Loop: Sendable {
  /// Run once, before anything else.
  package let initial: [Statement]
  /// Evaluated before each turn, or after it in a `do` loop; nil is true.
  package let condition: Expression?
  /// Evaluated after each turn and each `continue`, before the condition.
  package let step: Expression?
  package let body: [Statement]
  /// Whether the condition is evaluated before the first turn: not in a `do` loop.
  package let testsFirst: Bool
}

/// A part of a `switch`.
package struct Section: Sendable {
  /// Its labels; nil is `default`. At least one.
  package let labels: [Literal?]
  package let body: [Statement]
}

/// A scalar constant. Floats are kept in double precision as written.
package enum Literal: Hashable, Sendable {
  case float(Double)
  case int(Int32)
  case uint(UInt32)
  case bool(Bool)
}

/// An expression: what it does, its type, and where it stands.
package struct Expression: Sendable {
  package indirect enum Kind: Sendable {
    case literal(Literal)
    case variable(Variable.ID)
    /// Components of a vector by index, 1…4 of them, also for `v.x` and `v[1]`.
    case swizzle(Expression, [Int])
    /// An element of a vector, of a matrix (a column) or of an array, by an `int` or `uint`. What an index out of
    /// range gives is the host's choice; it must not trap.
    case element(Expression, Expression)
    /// A member of a structure by index.
    case field(Expression, Int)

    /// A scalar or vector with each component converted to the type's scalar; the shape stays. Floats to integers
    /// cut the fraction off; numbers to `bool` compare with zero; `bool` to numbers gives 0 and 1.
    case convert(Expression)
    /// A vector or matrix in which every component is this scalar, of the same kind.
    case splat(Expression)
    /// A matrix with this float on the diagonal and zeros elsewhere.
    case diagonal(Expression)
    /// A matrix with the columns and rows of another, cut or continued as the identity.
    case resize(Expression)
    /// A vector or matrix from the components of scalars, vectors and matrices, one after another, by columns; all
    /// have the type's scalar, and there are just as many.
    case compose([Expression])
    /// An array from its elements.
    case array([Expression])
    /// A structure from its members.
    case structure([Expression])

    case unary(UnaryOperator, Expression)
    case binary(BinaryOperator, Expression, Expression)
    /// `a && b`: `b` is evaluated only if `a` is true.
    case and(Expression, Expression)
    /// `a || b`: `b` is evaluated only if `a` is false.
    case or(Expression, Expression)
    /// `condition ? a : b` with a scalar condition: only one of both is evaluated.
    case select(Expression, Expression, Expression)
    /// The first for what it does, then the second for its value.
    case sequence(Expression, Expression)

    /// Assigns and gives the new value, which has the place's type.
    case assign(Place, Expression)
    /// `place op= value`: the place is found once; gives the new value. The operands are those of `binary`.
    case update(Place, BinaryOperator, Expression)
    /// `++` and `--`: adds 1 or −1 to each component; gives the value from before it if `postfix`, else the new one.
    case step(Place, by: Int, postfix: Bool)

    case call(Function.ID, [CallArgument])
    /// A built-in function. Where it works component by component, every argument has the result's shape: scalars
    /// that the language lets stand for vectors are splat.
    case builtin(Builtin, [Expression])
  }

  package let kind: Kind
  package let type: ShaderType
  package let location: SourcePosition
}

/// An argument of a call.
package enum CallArgument: Sendable {
  /// For an `in` parameter.
  case value(Expression)
  /// For an `out` or `inout` parameter, of the parameter's very type. Found at the call, written at the return.
  case place(Place)
}

/// Something that can be assigned: a variable or a part of it.
package struct Place: Sendable {
  /// A step from a value to a part of it; as the expressions of these names.
  package enum Step: Sendable {
    /// Components of a vector, all different.
    case swizzle([Int])
    case element(Expression)
    case field(Int)
  }

  package let variable: Variable.ID
  /// From the whole variable inwards.
  package let path: [Step]
  /// Of the part.
  package let type: ShaderType
  package let location: SourcePosition
}

package enum UnaryOperator: Hashable, Sendable {
  /// `-` of each component; integers wrap.
  case negate
  /// `!` of a scalar bool.
  case not
  /// `~` of each component.
  case complement
}

/// Operators on two operands that are always both evaluated, the left one first.
package enum BinaryOperator: Hashable, Sendable {
  /// Component by component on two operands of one type, which is the result's; integers wrap. What dividing an
  /// integer by zero gives is the host's choice; it must not trap.
  case add, subtract, multiply, divide, remainder
  /// The linear product: matrix · matrix, matrix · column vector, or row vector · matrix.
  case product
  /// Component by component on two integer operands of one type.
  case bitAnd, bitOr, bitXor
  /// Component by component; the second operand may be `int` where the first is `uint`, and the other way round. Only
  /// the lowest five bits of the second count. Right shifts of `int` keep the sign.
  case shiftLeft, shiftRight
  /// Of two scalars of one type; gives a bool.
  case less, lessOrEqual, greater, greaterOrEqual
  /// Of two whole values of one type, down to the last component; gives a bool.
  case equal, notEqual
  /// `^^` of two scalar bools.
  case xor
}

/// The built-in functions. Names are those of the language; `texture` is also `texture2D`.
package enum Builtin: String, Hashable, Sendable, CaseIterable {
  case radians, degrees, sin, cos, tan, asin, acos, sinh, cosh, tanh, asinh, acosh, atanh
  /// Of one argument or two.
  case atan
  case pow, exp, log, exp2, log2, sqrt, inversesqrt
  /// `round` takes halves to the even neighbor, as `roundEven` does: the language leaves it open.
  case abs, sign, floor, ceil, trunc, round, roundEven, fract, mod, min, max, clamp, step, smoothstep
  /// Of three arguments with floats or, as last one, bools that choose the second argument.
  case mix
  case isnan, isinf
  case floatBitsToInt, floatBitsToUint, intBitsToFloat, uintBitsToFloat
  case length, distance, dot, cross, normalize, faceforward, reflect, refract
  case matrixCompMult, outerProduct, transpose, determinant, inverse
  case lessThan, lessThanEqual, greaterThan, greaterThanEqual, equal, notEqual, any, all, not
  /// `vec4` at a `vec2` position; a third argument, the bias, has no effect.
  case texture
  /// As `texture`, at a `vec3` or `vec4` position whose last component divides the first two.
  case textureProj
  /// `ivec2` of a sampler and an `int` level, which is 0.
  case textureSize
  /// `vec4` of the pixel at an `ivec2`, and an `int` level, which is 0.
  case texelFetch
  /// A transition's `vec4` at a `vec2` position.
  case getFromColor, getToColor
}
