/** Messages of the live channel, as calls §5 wants them read. */

/** What the server sends: a message, or with a `type` the answer to a command. */
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

/** A missing dto gives a warning; what has no broadcast is an error and no message. */
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
