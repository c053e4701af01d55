const BASE64 = /^[A-Za-z0-9+/]{8,}={0,2}$/;

/**
 * Decodes a kubeconfig that may be in base64, as in Secrets and CI variables. Any other text stays as it is: a mapping in YAML or JSON
 * has a colon, which base64 does not have.
 */
export function kubeconfigText(text: string): string {
  const packed = text.replaceAll(/\s/g, '');
  if (!BASE64.test(packed)) return text;
  try {
    return new TextDecoder('utf-8', {fatal: true}).decode(Buffer.from(packed, 'base64'));
  } catch {
    return text;
  }
}
