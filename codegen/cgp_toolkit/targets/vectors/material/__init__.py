"""What vectors are made of: texts, values and messages that authors may write, drawn from the model."""
