/** As Kubernetes writes `metav1.Time`: whole seconds. */
export const timestamp = (now: number): string => new Date(now).toISOString().replace(/\.\d+Z$/, 'Z');

/** As Kubernetes writes `metav1.MicroTime`. */
export const microTimestamp = (now: number): string => new Date(now).toISOString().replace('Z', '000Z');
