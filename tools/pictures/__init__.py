"""Pictures drawn straight from overlay documents, and their comparison with what map clients draw
from tiles. Shares nothing with the Swift code: it reads the same documents and follows the same
rules by other means, so that a fault would have to be made twice to go unseen.
"""
