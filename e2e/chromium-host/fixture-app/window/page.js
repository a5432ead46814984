globalThis.pageScriptRan = true;
globalThis.dropped = [];
addEventListener('dragover', (event) => event.preventDefault());
addEventListener('drop', (event) => {
  event.preventDefault();
  globalThis.dropped = [...event.dataTransfer.files];
});
