/** Who wrote a field last, as managedFields has it. */
export type Owner = {
  readonly manager: string;
  readonly operation: string;
  readonly apiVersion: string;
  readonly subresource?: string;
  /** RFC 3339. */
  readonly time?: string;
};
