/**
 * What makes a PDF/A-3 a hybrid invoice (Factur-X 1.0, ZUGFeRD 2): the XML as an embedded file that stands for the same
 * document, and metadata in XMP that say so, with the description of their own fields that PDF/A asks for.
 */

// Readers look for the file by this name.
const name = 'factur-x.xml';
const space = 'urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#';
const fields: [string, string][] = [
  ['DocumentFileName', 'The name of the embedded XML document'],
  ['DocumentType', 'The type of the hybrid document in capital letters'],
  ['Version', 'The actual version of the standard applying to the embedded XML document'],
  ['ConformanceLevel', 'The conformance level of the embedded XML document'],
];

export function embedInvoice(pdf: PDFKit.PDFDocument, xml: Uint8Array, moment: Date): void {
  // The types know neither bytes nor metadata.
  const file = pdf as {
    file(bytes: Uint8Array, options: object): void;
    appendXML(xml: string): void;
  };
  file.file(xml, {
    name,
    type: 'text/xml',
    description: 'The same invoice by EN 16931',
    relationship: 'Alternative',
    creationDate: moment,
    modifiedDate: moment,
  });
  file.appendXML(`
        <rdf:Description rdf:about="" xmlns:fx="${space}">
            <fx:DocumentType>INVOICE</fx:DocumentType>
            <fx:DocumentFileName>${name}</fx:DocumentFileName>
            <fx:Version>1.0</fx:Version>
            <fx:ConformanceLevel>EN 16931</fx:ConformanceLevel>
        </rdf:Description>
        <rdf:Description rdf:about="" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/"
            xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">
            <pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource">
                <pdfaSchema:schema>Factur-X PDFA Extension Schema</pdfaSchema:schema>
                <pdfaSchema:namespaceURI>${space}</pdfaSchema:namespaceURI>
                <pdfaSchema:prefix>fx</pdfaSchema:prefix>
                <pdfaSchema:property><rdf:Seq>${fields.map(propertyOf).join('')}</rdf:Seq></pdfaSchema:property>
            </rdf:li></rdf:Bag></pdfaExtension:schemas>
        </rdf:Description>`);
}

const propertyOf = ([field, words]: [string, string]): string => `
                    <rdf:li rdf:parseType="Resource">
                        <pdfaProperty:name>${field}</pdfaProperty:name>
                        <pdfaProperty:valueType>Text</pdfaProperty:valueType>
                        <pdfaProperty:category>external</pdfaProperty:category>
                        <pdfaProperty:description>${words}</pdfaProperty:description>
                    </rdf:li>`;
