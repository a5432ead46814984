import { type NativeImage, nativeImage } from 'electron';
import window128 from '../../../resources/icons/linux/128x128.png?inline';
import overlay1 from '../../../resources/icons/tray/overlay-16.png?inline';
import overlay2 from '../../../resources/icons/tray/overlay-32.png?inline';
import template1 from '../../../resources/icons/tray/template-16.png?inline';
import template2 from '../../../resources/icons/tray/template-32.png?inline';
import tray16 from '../../../resources/icons/tray/tray-16.png?inline';
import tray24 from '../../../resources/icons/tray/tray-24.png?inline';
import tray32 from '../../../resources/icons/tray/tray-32.png?inline';
import tray48 from '../../../resources/icons/tray/tray-48.png?inline';

/**
 * The tray icon. On macOS it is a template, which the menu bar draws in its own colour. Linux desktops have larger
 * icons than Windows.
 */
export function trayImage(): NativeImage {
  if (process.platform === 'darwin') {
    const image = sharpImage(template1, template2);
    image.setTemplateImage(true);
    return image;
  }
  return process.platform === 'win32' ? sharpImage(tray16, tray32) : sharpImage(tray24, tray48);
}

/** Shown over the app's button in the Windows taskbar if files need the user. */
export function overlayImage(): NativeImage {
  return sharpImage(overlay1, overlay2);
}

/** Window options with the icon. Other systems use the program's icon, as do Linux desktops that know the app's class. */
export function windowIcon(): { readonly icon?: NativeImage } {
  return process.platform === 'linux' ? { icon: nativeImage.createFromDataURL(window128) } : {};
}

/** `twice`: the image for screens with twice as many pixels. */
function sharpImage(once: string, twice: string): NativeImage {
  const image = nativeImage.createFromDataURL(once);
  image.addRepresentation({ scaleFactor: 2, dataURL: twice });
  return image;
}
