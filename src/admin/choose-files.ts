export function chooseFiles(accept: string, onFiles: (files: File[]) => void): void {
  const input = document.createElement('input');
  Object.assign(input, { type: 'file', accept, multiple: true });
  input.addEventListener('change', () => onFiles([...(input.files ?? [])]));
  input.click();
}
