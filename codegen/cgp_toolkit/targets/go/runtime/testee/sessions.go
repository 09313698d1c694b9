package main

func session(request) answer { return unsupported() }
