@_exported public import MapMath
@_exported public import OverlayModel
@_exported public import TilePipeline
