// Exports the library to all files of the command. The umbrella module Segue is not imported, since this
// module would add the types of all effects; the command makes effects from text.
@_exported import SegueClips
@_exported import SegueErrors
@_exported import SegueExport
@_exported import SegueFiles
@_exported import SegueFilters
@_exported import SegueFormats
@_exported import SegueGLSL
@_exported import SegueJob
@_exported import SeguePixels
@_exported import SegueRendering
@_exported import SegueShaders
@_exported import SegueStoryboard
@_exported import SegueTitles
@_exported import SegueTransitions
