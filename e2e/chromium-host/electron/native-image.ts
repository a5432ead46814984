import { StrictObject } from './strict.ts';

type Representation = { readonly scaleFactor: number; readonly bytes: Buffer };

const PNG_SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');

/** A picture for the desktop. Its pixels are kept as they came: nothing here draws them. */
class NativeImage extends StrictObject {
  readonly #representations: Representation[] = [];
  #isTemplate = false;

  addRepresentation({
    scaleFactor = 1,
    buffer,
    dataURL,
  }: {
    readonly scaleFactor?: number;
    readonly buffer?: Buffer;
    readonly dataURL?: string;
  }): void {
    const bytes = buffer ?? bytesOf(dataURL ?? '');
    // As Electron does, what is no picture is passed over.
    if (bytes.subarray(0, PNG_SIGNATURE.length).equals(PNG_SIGNATURE)) {
      this.#representations.push({ scaleFactor, bytes });
    }
  }

  isEmpty(): boolean {
    return this.#representations.length === 0;
  }

  /** Pixels of the first representation at a scale of 1, by the picture's own header. */
  getSize(): { readonly width: number; readonly height: number } {
    const [first] = this.#representations;
    if (first === undefined) return { width: 0, height: 0 };
    const { bytes, scaleFactor } = first;
    return { width: bytes.readUInt32BE(16) / scaleFactor, height: bytes.readUInt32BE(20) / scaleFactor };
  }

  getScaleFactors(): number[] {
    return this.#representations.map(({ scaleFactor }) => scaleFactor);
  }

  setTemplateImage(isTemplate: boolean): void {
    this.#isTemplate = isTemplate;
  }

  isTemplateImage(): boolean {
    return this.#isTemplate;
  }
}

export type { NativeImage };

class NativeImages extends StrictObject {
  createEmpty(): NativeImage {
    return new NativeImage();
  }

  createFromDataURL(dataURL: string): NativeImage {
    const image = new NativeImage();
    image.addRepresentation({ dataURL });
    return image;
  }
}

export const nativeImage = new NativeImages();

function bytesOf(dataURL: string): Buffer {
  const [, base64 = ''] = /^data:image\/png;base64,(.*)$/.exec(dataURL) ?? [];
  return Buffer.from(base64, 'base64');
}
