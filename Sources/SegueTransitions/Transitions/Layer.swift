import SegueFilters

/// What the transitions of this folder place.
typealias Layer = Layers.Layer
