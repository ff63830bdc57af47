/** Passes a reply that is a file to the browser. */
import type { FileReply } from './transport.ts';

export function isFileReply(reply: unknown): reply is FileReply {
  return typeof reply === 'object' && reply !== null && (reply as FileReply).blob instanceof Blob;
}

/** Opens the browser's file dialog; no files when it is cancelled. `camera`: a phone opens its camera directly. */
export function chooseFiles({
  accept,
  multiple,
  camera = false,
}: {
  accept: readonly string[];
  multiple: boolean;
  camera?: boolean;
}): Promise<File[]> {
  const input = document.createElement('input');
  input.type = 'file';
  input.accept = accept.join(',');
  input.multiple = multiple;
  if (camera) input.setAttribute('capture', 'environment');
  return new Promise((resolve) => {
    input.addEventListener('change', () => resolve([...(input.files ?? [])]));
    input.addEventListener('cancel', () => resolve([]));
    input.click();
  });
}

export function saveFile(reply: FileReply, fallbackName = 'file'): void {
  const url = URL.createObjectURL(reply.blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = reply.name ?? fallbackName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
