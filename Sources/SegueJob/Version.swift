/// The version of the command, the library and its interfaces.
package let segueVersion = "0.1.0"
