const TOKEN = /^[-!#$%&'*+.^_`|~\w]+$/;

/** Returns the media type of a `Content-Type` header without its parameters; undefined if Go's `mime` would call the header malformed. */
export function mediaType(header: string): string | undefined {
  const [type = '', ...parameters] = header.split(';').map((part) => part.trim());
  const isType = type.split('/').every((part) => TOKEN.test(part));
  const areParameters = parameters.every((parameter, index) => {
    const [name = '', value] = parameter.split('=');
    return (parameter === '' && index === parameters.length - 1) || (TOKEN.test(name.trim()) && value !== undefined);
  });
  return isType && areParameters ? type.toLowerCase() : undefined;
}
