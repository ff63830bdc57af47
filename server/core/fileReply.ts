/** What a handler that gives a file returns. */
export interface FileReply {
  name: string;
  mediaType: string;
  /** Bytes. */
  size: number;
  /** Changes when the bytes do; without quotes. */
  etag: string;
  /** Shown in the page or tab instead of being saved. */
  inline: boolean;
  /** Opens the bytes; not called when the reader has them already. */
  read: () => AsyncIterable<Uint8Array>;
}
