hljs.highlightAll();
