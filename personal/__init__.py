"""Personal data: what the site keeps of a person, for how long, and the archive of it that they can fetch. It knows all
other applications; they reach it by addresses alone.

- `keeping`: what is kept, and for how long, as lines of a page; `parts`: what of it is in an archive
- `packing`: makes an archive; `services`: asks for one, makes and removes them; `models`: those that are stored
"""
