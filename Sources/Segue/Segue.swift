// What a user of the library imports: all of it, under one name.
@_exported public import SegueFormats
@_exported public import SegueExport
@_exported public import SegueFiles
@_exported public import SegueFilters
@_exported public import SeguePixels
@_exported public import SegueRendering
@_exported public import SegueShaders
@_exported public import SegueStoryboard
@_exported public import SegueTransitions
