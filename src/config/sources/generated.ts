import type {Certificate} from '../../core/chart/certificate.ts';
import type {GeneratedRecord} from '../../core/release/generated-record.ts';
import type {Secret} from '../../core/secret/secret.ts';

/** A value that a chart or a module generates, as its new render has it. */
export type GeneratedLeaf = {
  /** The digest of the text around it. Absent: all of the text is generated, or the digest has no key. */
  readonly stable?: string;
  readonly certificates: readonly Pick<Certificate, 'subject' | 'issuer' | 'names'>[];
};

/**
 * Generated values that belong together: those of a chart that differ between two renders (a certificate, its key, and checksums of them), or one
 * value of a module.
 */
export type GeneratedGroup = {
  /** The name of the Helm release, or `APPLICATION/ACCESSORY/NAME`. */
  readonly source: string;
  /** The inputs of the values, for messages: `its chart or values`. */
  readonly inputs: string;
  /** The values by their reference. */
  readonly leaves: ReadonlyMap<string, GeneratedLeaf>;
  /** The parts of the record that follow from the render. */
  readonly record: Omit<GeneratedRecord, 'values'>;
  /**
   * Returns the values of a new render: each time the same ones.
   * @throws GantryError if the chart cannot be rendered again
   */
  readonly renew: () => Promise<ReadonlyMap<string, Secret>>;
};
