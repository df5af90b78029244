// Photographs are made small on the device before they are sent; the server makes them small again and drops metadata.

const MAX_SIDE = 1000;  // pixels
const QUALITY = 0.75;

async function shrink(input) {
  const [file] = input.files;
  if (!file || !globalThis.createImageBitmap) return;
  const picture = await createImageBitmap(file, { imageOrientation: "from-image" });
  const scale = Math.min(1, MAX_SIDE / Math.max(picture.width, picture.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(picture.width * scale);
  canvas.height = Math.round(picture.height * scale);
  canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
  const small = await new Promise((done) => canvas.toBlob(done, "image/jpeg", QUALITY));
  const files = new DataTransfer();
  files.items.add(new File([small], "photograph.jpg", { type: "image/jpeg" }));
  input.files = files.files;
}

for (const input of document.querySelectorAll("[data-shrink]")) {
  input.addEventListener("change", () => shrink(input).catch(() => {}));  // not a picture: the server says so
}
