/** A document as the file of a reply. */
import { createHash } from 'node:crypto';
import type { FileReply } from '../core/fileReply.ts';
import type { Thread } from '../core/thread.ts';
import type { makePdf, PrintedDocument } from './pdf.ts';

const PDF = new URL('./pdf.ts', import.meta.url);

/** Makes the PDF in a thread whose slot was taken before any data of the document was read. */
export async function pdfReply(thread: Thread, title: string, document: PrintedDocument): Promise<FileReply> {
  const made = await thread.call<typeof makePdf>(PDF, 'makePdf', document);
  const content = Buffer.from(made.buffer, made.byteOffset, made.byteLength);
  return {
    name: `${title}.pdf`,
    mediaType: 'application/pdf',
    size: content.length,
    etag: createHash('sha256').update(content).digest('hex'),
    inline: false,
    read: async function* read() {
      yield content;
    },
  };
}
