import SegueFilters

/// A short name for the transitions in this folder.
typealias Layer = Layers.Layer
