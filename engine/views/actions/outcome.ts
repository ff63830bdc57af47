/** Result of an action: one that was refused, cancelled or failed is not done, and ends its chain. */
export interface Outcome {
  done: boolean;
  result?: unknown;
}
