/** Hands a reply that is a file to the browser. */
import type { FileReply } from './transport.ts';

export function isFileReply(reply: unknown): reply is FileReply {
  return typeof reply === 'object' && reply !== null && (reply as FileReply).blob instanceof Blob;
}

export function saveFile(reply: FileReply, fallbackName = 'file'): void {
  const url = URL.createObjectURL(reply.blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = reply.name ?? fallbackName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
