import type {Secret} from '../../../core/secret/secret.ts';

/** A bucket that can be opened. */
export type OssConfig = Bucket & {
  readonly credentials?: Keys<Secret> | undefined;
  /** `--insecure`: an endpoint on this machine may be without TLS. */
  readonly insecure: boolean;
};

/** A bucket as people name it. It does not include `insecure`: only the person who runs a command may turn TLS off. */
export type Bucket = {
  readonly kind: 'oss';
  readonly bucket: string;
  /** Comes before each key; without slashes at its ends. */
  readonly prefix?: string | undefined;
  /** Default: that of the endpoint, else ALICLOUD_REGION. */
  readonly region?: string | undefined;
  /** Another server than the public one of the region. */
  readonly endpoint?: string | undefined;
  /** A profile of the `aliyun` command. */
  readonly profile?: string | undefined;
  /** A file of PEM certificates to trust besides the system's. */
  readonly caFile?: string | undefined;
};

/** Keys of Alibaba Cloud as the environment (texts) or a workspace (secrets) gives them; temporary ones come with a security token. */
export type Keys<Value> = {
  readonly accessKeyId: Value;
  readonly accessKeySecret: Value;
  readonly securityToken?: Value | undefined;
};
