// mdBook writes this file for every book; code is highlighted while the book is built, so nothing loads it.
