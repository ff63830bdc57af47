/** Version and revision of the build, as shown in the system information. */
export interface BuildInfo {
  version: string;
  revision: string;
  revisionDate: string;
}
