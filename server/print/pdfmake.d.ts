/** The part of pdfmake that the server uses; the package has no types. */
declare module 'pdfmake' {
  interface Pdfmake {
    addFonts(fonts: object): void;
    /** Whether a local file, or an address, may be read while a document is made. */
    setLocalAccessPolicy(allowed: (path: string) => boolean): void;
    setUrlAccessPolicy(allowed: (url: string) => boolean): void;
    createPdf(document: object): { getBuffer(): Promise<Buffer> };
  }
  const pdfmake: Pdfmake;
  export default pdfmake;
}
