/* Offers a file as a download. */
export const downloadFile = (file: File): void => {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
};

export const download = (name: string, type: string, text: string): void => downloadFile(new File([text], name, { type }));
