// The library's umbrella module: re-exports all public modules.
@_exported public import SegueClips
@_exported public import SegueEffects
@_exported public import SegueErrors
@_exported public import SegueFormats
@_exported public import SegueExport
@_exported public import SegueFiles
@_exported public import SegueFilters
@_exported public import SegueGLSL
@_exported public import SegueJob
@_exported public import SeguePixels
@_exported public import SegueRendering
@_exported public import SegueShaders
@_exported public import SegueStoryboard
@_exported public import SegueTitles
@_exported public import SegueTransitions
