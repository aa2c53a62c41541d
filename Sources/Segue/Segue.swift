// What a user of the library imports: all of it, under one name.
@_exported public import SegueCodecs
@_exported public import SegueExport
@_exported public import SegueFilters
@_exported public import SeguePixels
@_exported public import SegueShaders
@_exported public import SegueStoryboard
@_exported public import SegueTransitions
