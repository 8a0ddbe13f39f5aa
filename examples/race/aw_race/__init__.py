"""Two destroyers race across five sectors."""
