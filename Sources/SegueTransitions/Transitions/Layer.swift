import SegueFilters

/// A layer of the transitions in this folder.
typealias Layer = Layers.Layer
