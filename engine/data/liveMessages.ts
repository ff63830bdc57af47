/** Parses messages of the live channel according to calls §5. */

/** A message from the server: an item, or with a `type` the answer to a command. */
export interface Received {
  type?: 'subscribed' | 'reset' | 'refused';
  broadcast?: string;
  index?: string;
  sequence?: number;
  /** Milliseconds since the last message when the subscription began. */
  age?: number;
  dto?: unknown;
  reference?: boolean;
  batch?: boolean;
  code?: string;
}

/** Parses a message. One without a dto is logged as a warning; one without a broadcast is an error and dropped. */
export function parseLive(text: string): Received | undefined {
  let message: Received;
  try {
    message = JSON.parse(text) as Received;
  } catch (error) {
    console.error('The live channel sent what is no JSON', error);
    return undefined;
  }
  if (!message?.broadcast) {
    console.error('A live message without a broadcast', message);
    return undefined;
  }
  if (!message.type && message.dto == null) console.warn('A live message without a dto', message);
  return message;
}
