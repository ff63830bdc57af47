/** What was built, as system information tells it. */
export interface BuildInfo {
  version: string;
  revision: string;
  revisionDate: string;
}
