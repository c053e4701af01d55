import {createHmac} from 'node:crypto';
import {inspect} from 'node:util';

/** A value that can be used but not printed. Who may call `reveal` and `base64` is a list with reasons: `scripts/rules/reveals.ts`. */
export class Secret {
  readonly #value: string;
  /** What is no text: a keystore, a key in DER. */
  readonly #bytes: Uint8Array | undefined;

  constructor(value: string | Uint8Array) {
    const text = typeof value === 'string' ? value : textOf(value);
    this.#value = text ?? '';
    this.#bytes = text === undefined && typeof value !== 'string' ? Uint8Array.from(value) : undefined;
  }

  /** False: bytes that are no UTF-8. They go nowhere but, encoded, into the data of a Secret. */
  get isText(): boolean {
    return this.#bytes === undefined;
  }

  get isEmpty(): boolean {
    return this.#bytes === undefined && this.#value === '';
  }

  /**
   * @param bytes how bytes that are no text are written; without it they must not be here
   * @throws Error for such bytes: nobody asks for their text who has not looked
   */
  reveal(bytes?: 'base64'): string {
    if (this.#bytes === undefined) return this.#value;
    if (bytes === undefined) throw new Error('a secret that is no text was taken as one');
    return this.base64();
  }

  /** Every byte of it, as the data of a Secret holds it. */
  base64(): string {
    return Buffer.from(this.#bytes ?? this.#value).toString('base64');
  }

  /** Digests a text with the value as the key: a use that tells nothing of the value. */
  hmac(text: string): string {
    return createHmac('sha256', this.#bytes ?? this.#value)
      .update(text)
      .digest('hex');
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

function textOf(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', {fatal: true, ignoreBOM: true}).decode(bytes);
  } catch {
    return undefined;
  }
}
