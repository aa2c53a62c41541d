import SegueFilters

/// A short name of `Layers.Layer`, for the transitions in this folder.
typealias Layer = Layers.Layer
