/**
 * Transactions, blocks and headers that others have published, with the hashes that they say these have: what is written
 * and read here is held against them. Hex as a node gives it, with `0x`.
 */

/** A `submit_data` transaction, and the bytes that it carries. */
type PublishedSubmission = {
  readonly source: string;
  readonly extrinsic: string;
  readonly data: string;
  /** BLAKE2b-256 of the whole transaction, where it was published. */
  readonly txHash: string | null;
};

/** Signed, version 4; the extra is era, nonce, tip, app id; the call's only argument is the data. */
export const publishedSubmissions: readonly PublishedSubmission[] = [
  {
    source: 'availproject/avail, runtime/src/data_root_tests.rs: a mortal era, app id 1',
    extrinsic:
      '0xed018400d43593c715fdd31c61141abd04a99fd6822c8558854ccde39a5684e7a56da27d01be06880f2f6203365b508b4226fd697d3d79d3a50a5617aad714466d40ef47067225e823135b32121aa0f6f56e696f5f71107a6d44768c2fefe38cb209f7f28224000000041d014054657374207375626d69742064617461',
    data: 'Test submit data',
    txHash: null,
  },
  {
    source:
      'availproject/avail-light, core/src/api/v1/README.md, answer of /v1/appdata: the data is given as ZXhhbXBsZQ==',
    extrinsic:
      '0xc5018400d43593c715fdd31c61141abd04a99fd6822c8558854ccde39a5684e7a56da27d01308e88ca257b65514b7b44fc1913a6a9af6abc34c3d22761b0e425674d68df7de26be1c8533a7bbd01fdb3a8daa5af77df6d3fb0a67cde8241f461f4fe16f188000000041d011c6578616d706c65',
    data: 'example',
    txHash: null,
  },
];

/** Keccak-256 of “Test submit data” as a leaf of the older data root. Source: as its transaction. */
export const publishedKeccakOfTestSubmitData = '0xdb45128913020d152dbee4d00a1dffebdb703425c44adbd7d7dfc7ae93d836bc';

/**
 * Source: availproject/avail-rust, client/tests/integration_tests.rs: block 45838 of the network whose genesis hash is
 * 0x09281d844f923a241d1e7ccfb4282098b0a2011f686cfebce4c2a2d474feb834; each with its hash. A later runtime than that of the
 * submissions above: what is unsigned has version 5, and the extra of what is signed ends with the tip. The app id is then
 * the first argument of `submit_data`, before the data (core/src/types/pallets.rs there).
 */
export const publishedBlock = {
  number: 45838,
  /** Epoch milliseconds, as the test there reads them from the first transaction. */
  timestamp: 1_773_049_116_001,
  extrinsics: [
    {
      extrinsic: '0x280503000b6175f6d19c01',
      hash: '0x4e440d66dd293259e28cbf55a87ac371ccfb6be336859934d21288134458a0e7',
    },
    {
      extrinsic:
        '0x4d028400861bd0a1c987fa52beed80f771826ec07c2e3584f3b9d9fb898410dbc7d3641001aad8d94ae3f291efef7887532ed6e1c57c4db74912a63c295243289c824c0c2d3e3336a1f904eecb243061b21453dff73185996243eb5ff565b8432ed138e782a5000000060300d43593c715fdd31c61141abd04a99fd6822c8558854ccde39a5684e7a56da27d13000064a7b3b6e00d',
      hash: '0xcb26cd186e3d0df1c62701b9bde19b77c3ba2d64a2598d8f0948f5301bfff3a8',
    },
    {
      extrinsic: '0x40041d0600000000000000000000000000',
      hash: '0x0afb112c764a4678309dd935dbffde52b0c4a0ce0aca3201cc2f112aee777716',
    },
    { extrinsic: '0x1004270b00', hash: '0x92cdb77314063a01930b093516d19a453399710cc8ae635ff5ab6cf76b26f218' },
  ],
} as const;

/** Source: availproject/avail, runtime/src/lib.rs (`SET_TIMESTAMP_RAW`): `timestamp.set` of an earlier runtime. */
export const publishedTimestamp = { extrinsic: '0x280403000ba302ac318301', timestamp: 1_662_985_700_003 } as const;

/**
 * A header of the network as `chain_getHeader` gives it, and its hash “in the testnet”. Source: availproject/avail-core,
 * core/src/header/mod.rs (test `header`). A header of this network is Substrate's with an extension behind it: in SCALE the
 * variant number 2 for `V3`, then app lookup (compact size; list of compact app id and compact start), then commitment
 * (compact rows, compact cols, bytes, data root).
 */
export const publishedHeader = {
  hash: '0xc9941af1cb862db9f2e4c0c94f457d1217b363ecf6e6cc0dbeb5cbfeb35fbc12',
  header: {
    parentHash: '0x84a90eef1c4a75c3cbfdf5095450725f924f1a2696946f6d9cf8401f6db99128',
    number: '0x5a056',
    stateRoot: '0x586140044543d7bb7471781322bcc2d7e4290716fbac7267e001843162f151d8',
    extrinsicsRoot: '0x9ea39eed403afde19c6688785530654a601bb62f0c178c78563933e303e001b6',
    digest: {
      logs: [
        '0x0642414245340201000000aa23040500000000',
        '0x0542414245010182a0c0a19f4548adcd575cdc37555b3aeaaae4048a6d39013b98f412420977752459afdc5295d026a4d3476d4d8d3d5e55c3c109235350d9242b4e3132db7e88',
      ],
    },
    extension: {
      V3: {
        appLookup: { size: 1, index: [] },
        commitment: {
          rows: 1,
          cols: 4,
          commitment: bytesOf(
            'ace5bc6a21eef8b28987eb878e0b97b5ae3c8b8e05efe957802dc0008b23327b349f62ec96bcee48bdc30f6bb670f3d1'.repeat(
              2,
            ),
          ),
          dataRoot: '0x0000000000000000000000000000000000000000000000000000000000000000',
        },
      },
    },
  },
};

/**
 * Headers without an extension, as most networks of this kind have them. Source: polkadot-js/api,
 * packages/types/src/interfaces/runtime/Header.spec.ts with packages/types-support/src/json/Header.003.json and
 * SignedBlock.003.00.json (whose hash is the parent hash of SignedBlock.003.01.json).
 */
export const publishedPlainHeaders = [
  {
    hash: '0x464692ad0e225a74274a7ef411e045f1fc7c2639b5f780c7c18f91f4100f5e54',
    header: {
      parentHash: '0x596b8c3ced242052921135e9b44dba2ba3752b2a92f1cfa361d59b10016cb5b0',
      number: '0x193046',
      stateRoot: '0xd9d32d2f3f4af14c506aa59ff5a3132ca0fe5d7f82cdf1e4967a638042e849a6',
      extrinsicsRoot: '0x4133a7c2e9ab3d0c75f93bfba8730011668c697036adb2f22916a8731f68c2fa',
      digest: {
        logs: [
          '0x0461757261210169c97e0f00000000479c09f7ace12ed3e1af2dba6cca6831e257e80feef56c7474d6c69bae6f4e8a6e0045a87afe14296992c38b7d55abcbe617c441cd35e8667abbcb1678f31802',
        ],
      },
    },
  },
  {
    hash: '0x78b13ce0daf54a5940554f7dbe4af4e97120e4ab2a073043f48889cee25859cf',
    header: {
      parentHash: '0xf17a9ca2e515a68c6e1b0315c5182d237580507c60487f5a6b75c703aa3e84ab',
      number: '0x9e',
      stateRoot: '0x5a4cfd95c29f8db93119a11e012c3905767cc4b7e3a3a2f6bc72879e51a47cd4',
      extrinsicsRoot: '0x907510396823ad5299bd8b7e3d922e182f117032a0653a85f9ad3cb58044a086',
      digest: {
        logs: [
          '0x066175726120614c411700000000',
          '0x05617572610101c4dd7f7d2a7521a91b821c44d0b8a628e4d804c0428b20a8e281aeaff575001cd55f4540db0fa78e5521b330d1a7ef9e8b922ca723097b4ab83e59a13fb44f0c',
        ],
      },
    },
  },
] as const;

/**
 * A whole block of another network of this kind: its extrinsics root is the root of a trie with state version 0, as on the
 * network here. Source: paritytech/substrate-api-sidecar, src/services/test-helpers/mock/data/block789629.json (block
 * 789629 of Polkadot); its hash stands in the tests there.
 */
export const publishedPlainBlock = {
  hash: '0x7b713de604a99857f6c25eacc115a4f28d2611a23d9ddff99ab0e4f1c17a8578',
  header: {
    parentHash: '0x205da5dba43bbecae52b44912249480aa9f751630872b6b6ba1a9d2aeabf0177',
    number: '0xc0c7d',
    stateRoot: '0x023b5bb1bc10a1a91a9ef683f46a8bb09666c50476d5592bd6575a73777eb173',
    extrinsicsRoot: '0x4c1d65bf6b57086f00d5df40aa0686ffbc581ef60878645613b1fc3303de5030',
    digest: {
      logs: [
        '0x0642414245b501036d000000f4f4d80f00000000ec9bd8e2d0368c97f3d888837f7283bbe08266869eb613159db547905026c2502a70f168b9ffcc233344005d11ebecd166769200d270a2eaa642118a00acb708a0487a440b0caf3dd5c91ab173e80ddfe5735ef8b938ea87a6105a1161612707',
        '0x05424142450101ae78514e1de84a7d32e55b9b652f9d408ab1f7b4bfdbf6b2fad9cad94a91b86b0161cabf08f5ae1d3a1aa4993e2d96d56c94b03cee0898ccb8385a546084f88b',
      ],
    },
  },
  extrinsics: [
    '0x280403000bc016ed6c7301',
    '0x1c040a00ea313000',
    '0x1004140000',
    '0x75138486bacff9e50488125f449229ffa6767a36ab06a48b04e41c70cc7e6d82359d7d015e4a0ffba337ce7ad6e334a8199e9e574355baf90253fc216ae07fecec4b2b33526fa0e338531fec0c8178fb2335e8ca0015c7ff3eb3edf42dab16665706008585034c001a007807128889bb12ffc22c93e6190aeac259184d7181bed3f0cc9938d27315f8e61c8c4a2c0000000712040fddcb4b5b6707697e2431f7330ee99372e2a55b955bf7b93f8a853d07f10f2c0000000712f4164fa5fd5aa70d2d524d72d9e17d16a56946c3b9fa97d03d2aa2a05e25cf4e2c0000000712b4f3b0258a6c76ddaf414bedb1cbfa64eaad958a0cff4f3c57085c5df38c63042c0000000712a2c71c01fae573da0ddcf3a0f10c28e5400093c72eec182b1a141c4dfb4a8a022c000000071286bacff9e50488125f449229ffa6767a36ab06a48b04e41c70cc7e6d82359d7d2c00000007128889bb12ffc22c93e6190aeac259184d7181bed3f0cc9938d27315f8e61c8c4a2d0000000712040fddcb4b5b6707697e2431f7330ee99372e2a55b955bf7b93f8a853d07f10f2d0000000712f4164fa5fd5aa70d2d524d72d9e17d16a56946c3b9fa97d03d2aa2a05e25cf4e2d0000000712b4f3b0258a6c76ddaf414bedb1cbfa64eaad958a0cff4f3c57085c5df38c63042d0000000712a2c71c01fae573da0ddcf3a0f10c28e5400093c72eec182b1a141c4dfb4a8a022d000000071286bacff9e50488125f449229ffa6767a36ab06a48b04e41c70cc7e6d82359d7d2d00000007128889bb12ffc22c93e6190aeac259184d7181bed3f0cc9938d27315f8e61c8c4a2e0000000712040fddcb4b5b6707697e2431f7330ee99372e2a55b955bf7b93f8a853d07f10f2e0000000712f4164fa5fd5aa70d2d524d72d9e17d16a56946c3b9fa97d03d2aa2a05e25cf4e2e0000000712b4f3b0258a6c76ddaf414bedb1cbfa64eaad958a0cff4f3c57085c5df38c63042e0000000712a2c71c01fae573da0ddcf3a0f10c28e5400093c72eec182b1a141c4dfb4a8a022e000000071286bacff9e50488125f449229ffa6767a36ab06a48b04e41c70cc7e6d82359d7d2e00000007128889bb12ffc22c93e6190aeac259184d7181bed3f0cc9938d27315f8e61c8c4a2f0000000712040fddcb4b5b6707697e2431f7330ee99372e2a55b955bf7b93f8a853d07f10f2f0000000712f4164fa5fd5aa70d2d524d72d9e17d16a56946c3b9fa97d03d2aa2a05e25cf4e2f0000000712b4f3b0258a6c76ddaf414bedb1cbfa64eaad958a0cff4f3c57085c5df38c63042f0000000712a2c71c01fae573da0ddcf3a0f10c28e5400093c72eec182b1a141c4dfb4a8a022f000000071286bacff9e50488125f449229ffa6767a36ab06a48b04e41c70cc7e6d82359d7d2f00000007128889bb12ffc22c93e6190aeac259184d7181bed3f0cc9938d27315f8e61c8c4a300000000712040fddcb4b5b6707697e2431f7330ee99372e2a55b955bf7b93f8a853d07f10f300000000712f4164fa5fd5aa70d2d524d72d9e17d16a56946c3b9fa97d03d2aa2a05e25cf4e300000000712b4f3b0258a6c76ddaf414bedb1cbfa64eaad958a0cff4f3c57085c5df38c6304300000000712a2c71c01fae573da0ddcf3a0f10c28e5400093c72eec182b1a141c4dfb4a8a0230000000071286bacff9e50488125f449229ffa6767a36ab06a48b04e41c70cc7e6d82359d7d30000000',
    '0x510884122efdea02dda2a9b56b20809ae8108ab89c5a8692e6197d0cc8cf4903a7e81601005267278172d49fde8a23513165bcd894ba0d9b5a7ee3e2976b5202d9f2a942515021b2c175ea46139b066709dfe610ec96d019b9622f7a46ee8f2587378b8a550304001d00a569f6e4cf6bed95cafbf001e13254b28710220cd9b208c10f7154c17740099f001100305c5062779d44ea2ab0469e155b8cf3e004fce71b3b3d38263cd9fa9478f12f28f1fe9f7ba0feab9e47684d4006ed25ad6c441a1553cef62748545ea575392af5a69484f2b10ec2f1dea19394423d576f91c6b5ab2315b389f4e108bcf0aa28408e29df67564eddc299a2aa1cdacbec3c1ae061cf0835c87e5b46b920f7573a774adf51a47b72795366d52285e329229c836ea7bbfe139dbe8fa0700c4f86fc563c82ab06b794c99f14a161973be7aa6012568b1c491d45ec969ed7420bcfaa59ca5bc1915da74aba3aadd7ce7b809045d5eb5b73559259755fdcd85a40a5dc6e6af08f6bb841825b168ddf79837e70d88d75e1c5b290b74fa97cedfd668dd22c984e16482c99cfad1436111e321a86d87d0fac203bf64538f888e45d793b54133235f7d984058bb410c163fc1d7a90e5475c0917aad77deb241093a50b4f683f3ef37fce11457ebc5f00b154996471fcd30eae17efe69e5a39b12b76034dc7e4a6996ba5fce10b5419b5a9fd55998b5d7fde4922e61f93b021cb2cf6dfd5707e0f00001a93fa350e',
  ],
} as const;

function bytesOf(hex: string): number[] {
  return [...Buffer.from(hex, 'hex')];
}
