print("tilegen")
