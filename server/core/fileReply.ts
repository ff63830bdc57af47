/** Result of a handler that returns a file. */
export interface FileReply {
  name: string;
  mediaType: string;
  /** In bytes. */
  size: number;
  /** Changes when the content does; without quotes. */
  etag: string;
  /** Displayed in the page or tab instead of being saved. */
  inline: boolean;
  /** Opens the content; not called when the client has it already. */
  read: () => AsyncIterable<Uint8Array>;
}
