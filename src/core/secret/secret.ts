import {createHmac} from 'node:crypto';
import {inspect} from 'node:util';

/** A value that can be used but not printed. `scripts/rules/reveals.ts` lists the callers of `reveal` and `base64` with reasons. */
export class Secret {
  readonly #value: string;
  /** The value if it is not text: a keystore, a key in DER. */
  readonly #bytes: Uint8Array | undefined;

  constructor(value: string | Uint8Array) {
    const text = typeof value === 'string' ? value : textOf(value);
    this.#value = text ?? '';
    this.#bytes = text === undefined && typeof value !== 'string' ? Uint8Array.from(value) : undefined;
  }

  /** False for bytes that are not UTF-8. They can only be used, encoded, in the data of a Secret. */
  get isText(): boolean {
    return this.#bytes === undefined;
  }

  get isEmpty(): boolean {
    return this.#bytes === undefined && this.#value === '';
  }

  /**
   * Returns the value.
   * @param bytes the encoding of a value that is not text
   * @throws Error for a value that is not text, if no encoding is given
   */
  reveal(bytes?: 'base64'): string {
    if (this.#bytes === undefined) return this.#value;
    if (bytes === undefined) throw new Error('a secret that is not text was used as text');
    return this.base64();
  }

  /** Returns the bytes in base64, as in the data of a Secret. */
  base64(): string {
    return Buffer.from(this.#bytes ?? this.#value).toString('base64');
  }

  /** Returns the HMAC of a text with the value as the key, which does not reveal the value. */
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
