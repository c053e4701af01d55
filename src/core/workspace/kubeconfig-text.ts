const BASE64 = /^[A-Za-z0-9+/]{8,}={0,2}$/;

/**
 * A kubeconfig in clear, which may be written in base64 as Secrets and CI variables hold it. Anything else stays as it is: a mapping
 * in YAML or JSON holds a colon, which base64 has not.
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
