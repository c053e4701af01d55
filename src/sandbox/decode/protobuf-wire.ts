/** An error for a body that is not a valid message. */
export class ProtobufFault extends Error {}

/** A field in its encoded form. `bytes` of a fixed-size number holds that number. */
export type WireField = {readonly number: number; readonly bytes: Buffer; readonly value: bigint};

const NONE = Buffer.alloc(0);

/** Returns the fields of a protobuf message, in their order. @throws ProtobufFault if the message is truncated or malformed */
export function readWire(bytes: Buffer): readonly WireField[] {
  const fields: WireField[] = [];
  let at = 0;
  const varint = (): bigint => {
    let value = 0n;
    for (let shift = 0n; at < bytes.length && shift < 70n; shift += 7n) {
      const byte = bytes[at++] ?? 0;
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
    throw new ProtobufFault('unexpected EOF');
  };
  const slice = (length: number): Buffer => {
    if (at + length > bytes.length) throw new ProtobufFault('unexpected EOF');
    const part = bytes.subarray(at, at + length);
    at += length;
    return part;
  };
  while (at < bytes.length) {
    const tag = Number(varint());
    const number = tag >>> 3;
    switch (tag & 7) {
      case 0:
        fields.push({number, bytes: NONE, value: varint()});
        break;
      case 1:
        fields.push({number, bytes: slice(8), value: 0n});
        break;
      case 2:
        fields.push({number, bytes: slice(Number(varint())), value: 0n});
        break;
      case 5:
        fields.push({number, bytes: slice(4), value: 0n});
        break;
      default:
        throw new ProtobufFault(`proto: illegal wireType ${tag & 7}`);
    }
  }
  return fields;
}
