import {createHmac} from 'node:crypto';
import {inspect} from 'node:util';

/** A value that can be used but not printed. Only code in src/adapters calls `reveal` (a test holds that). */
export class Secret {
  readonly #value: string;

  constructor(value: string) {
    this.#value = value;
  }

  reveal(): string {
    return this.#value;
  }

  /** Digests a text with the value as the key: a use that tells nothing of the value. */
  hmac(text: string): string {
    return createHmac('sha256', this.#value).update(text).digest('hex');
  }

  toString(): string {
    return '***';
  }

  toJSON(): string {
    return '***';
  }

  [inspect.custom](): string {
    return '***';
  }
}
