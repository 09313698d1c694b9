"""The pages: each a function from the book to Markdown, without front matter."""
